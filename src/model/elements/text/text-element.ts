import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';
import type { TextStyle } from '../base/text-style.ts';

/** Text whose content comes from its data sources. */
export interface TextElement extends ElementBase, TextStyle {
  readonly type: 'text';
  readonly sources: readonly DataSource[];
  readonly prefix: string;
  readonly suffix: string;
}
