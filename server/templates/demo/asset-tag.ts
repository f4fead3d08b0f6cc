import { fixedText } from '#model/elements/base/content.ts';
import type { Template } from '#model/template/template.ts';
import { createLabel } from '../../content/drawing/label-builder.ts';

const ASSET_NUMBER = 'ZC-2026-00417';

/** An inventory label in Chinese, 70 x 40 mm. */
export function assetTag(name: string): Template {
  const family = { fontFamily: 'Noto Sans SC' };
  return createLabel(name, 70, 40)
    .add('rectangle', { x: 1.5, y: 1.5, width: 67, height: 37 }, { filled: false, penWidthMm: 0.4 })
    .text(4, 3.2, 62, 20, '固定资产标签', { ...family, bold: true, align: 'center' })
    .rule(1.5, 10, 67, 0.3)
    .text(4, 12, 40, 13, '资产名称：激光打印机', family)
    .text(4, 18, 40, 13, `资产编号：${ASSET_NUMBER}`, family)
    .text(4, 24, 40, 13, '使用部门：信息技术部', family)
    .text(4, 30, 40, 13, '购置日期：2026-03-15', family)
    .add(
      'qrcode',
      { x: 48.5, y: 14.5, width: 15, height: 15 },
      { sources: [fixedText(ASSET_NUMBER)], options: { level: 'Q' } },
    )
    .text(46, 33, 20, 10, '扫码盘点', { ...family, align: 'center' })
    .build();
}
