import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createTemplate } from '#model/template/template.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { openTemplateFile } from '#app/library/templates/open-template-file.ts';

async function nameOf(labelName: string, fileName: string): Promise<string> {
  const xml = writeTemplate(createTemplate(createLabelSettings(labelName)));
  const { template } = expectOk(await openTemplateFile(new File([xml], fileName)));
  return template.label.name;
}

test('a label opened from a file has a name without hidden characters, from the label or from the file', async () => {
  expect(await nameOf('Price', 'other.tprt')).toBe('Price');
  expect(await nameOf('Pri\u202ece\u200b', 'other.tprt')).toBe('Price');
  expect(await nameOf('', 'pri\u202ece.tprt')).toBe('price');
  expect(await nameOf('می\u200cخواهم', 'other.tprt')).toBe('می\u200cخواهم');
});
