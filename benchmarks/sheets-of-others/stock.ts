/**
 * Sheets as their makers sell them, at true dimensions: name, paper, label's width x height, corner radius, and
 * columns x rows @ first label's left, top + pitch across, down. Lengths in mm.
 */
const LAYOUTS = `
Ascom ABP-256|A4|65.5x28|0|3x10@6.5,8.5+65.5,28.0
Ascom ABP-424|A4|66x38|0|3x7@6.0,12.5+66.0,38.0
Ascom ABP-505|A4|102x30|0|2x9@3.0,13.5+102.0,30.0
Ascom ABP-509|A4|88.5x42|0|2x6@15.0,22.5+91.5,42.0
Avery 5126|Letter|215.9x139.7|0|1x2@0.0,0.0+0.0,139.7
Avery 5161|Letter|101.6x25.4|1.587|2x10@3.969,12.7+106.362,25.4
Avery 5163|Letter|101.6x50.8|3.175|2x5@4.127,12.7+106.362,50.8
Avery 5168|Letter|88.9x127|1.587|2x2@12.7,12.7+101.6,127.0
Avery 5305|Letter|215.9x63.5|0|1x2@0.0,76.2+0.0,127.0
Avery 6570|Letter|44.45x31.75|1.575|4x8@12.7,12.7+49.225,31.75
Avery 6573|Letter|206.5x127|1.587|1x2@4.7,12.7+0.0,127.0
Avery 8373|Letter|88.9x50.8|0|2x4@12.7,19.05+101.6,63.5
Avery 8414|A4|86.995x50.8|0|2x5@14.817,20.422+93.133,50.8
Avery 89109|Letter|63.5x279.4|0|3x1@12.7,0.0+63.5,279.4
Avery C32011-10|A4|85x54|0|2x5@15.0,13.5+95.0,54.0
Avery J8157|A4|64x24.3|3|3x11@6.0,14.0+66.5,24.3
Begalabel AC-250|Letter|71.966x25.4|0|3x11@0.0,0.0+71.966,25.4
Begalabel AC-850|Letter|215.9x39.914|0|1x7@0.0,0.0+215.9,39.914
Begalabel RC-1240|Letter|101.6x127|2.794|2x2@4.233,12.7+105.833,127.0
Begalabel RC-650|Letter|95.25x120.65|2.413|2x2@9.525,15.875+101.6,127.0
DECAdry DLW-1787|A4|70x35|0|3x8@0.0,8.5+70.0,35.0
Dataline 57125|A4|86x54|0|2x5@16.0,11.0+91.0,55.625
Endisch 6409039x|A4|90x39|2|2x7@10.0,12.0+100.0,39.0
Endisch 6409852x|A4|98x52|2|2x5@5.0,18.5+102.0,52.0
Endisch 6519061x|A4|192x61|2|1x4@9.0,26.5+192.0,61.0
Endisch 6521074x|A4|210x74.25|0|1x4@0.0,0.0+210.0,74.25
Geha Z45|A4|178x127|0|1x2@16.0,18.4+210.0,145.4
Hama 50436|A4|98.5x91.5|0|1x2@55.75,28.5+138.5,148.5
Hama 50485|A4|190x58|0|1x5@10.0,3.5+210.0,58.0
Hisago ELM007|A4|83.8x42.3|1.5|2x6@20.3,20.3+87.6,42.3
Hisago ELM009|A4|70x42.3|0|3x6@0.0,21.2+70.0,42.3
Hisago ELM010|A4|42x74.25|0|5x4@0.0,0.0+42.0,74.25
Hisago ELM017|A4|83.8x42.3|1.5|2x5@19.3,21.5+87.6,42.3
Hisago ELM032|A4|53.3x25.4|1.5|3x10@19.0,21.5+57.1,25.4
Hisago KLP700S|A4|92x92|2|2x3@10.0,7.0+98.0,95.5
Hisago OP3006|A4|83x36|1.5|2x7@21.0,25.0+85.0,36.0
JAC 8937|A4|89x37.12|0|2x8@11.0,0.0+89.0,37.12
Neato Slimline CD Case|Letter|139.171x120.826|0|1x2@45.861,14.781+0.0,128.058
Online Labels OL1499|Letter|165.1x114.3|3.175|1x2@25.4,16.764+165.1,131.572
Online Labels OL178|Letter|107.95x279.4|0|2x1@0.0,0.0+107.95,279.4
Online Labels OL1809|Letter|95.25x36.512|1.587|2x6@10.16,12.7+100.33,43.497
Online Labels OL1985|Letter|215.9x50.8|0|1x5@0.0,12.7+215.9,50.8
Online Labels OL243|Letter|171.45x107.95|2.381|1x2@22.225,22.225+171.45,127.0
Online Labels OL291|Letter|63.5x63.5|3.175|3x4@9.525,6.35+66.675,67.733
Online Labels OL2921|Letter|187.325x79.375|1.587|1x3@14.287,14.287+187.325,85.725
Online Labels OL3089|Letter|63.5x76.2|0|3x3@12.7,25.4+63.5,76.2
Online Labels OL330|Letter|50.8x50.8|1.587|4x5@6.35,6.35+50.8,53.975
Online Labels OL338|Letter|95.25x266.7|0|2x1@6.35,6.35+107.95,266.7
Online Labels OL369|Letter|187.325x114.3|3.175|1x2@15.418,19.05+187.325,127.0
Online Labels OL425|Letter|215.9x88.9|0|1x3@0.0,6.35+215.9,88.9
Online Labels OL435|Letter|207.962x34.925|1.587|1x7@3.967,7.62+207.962,38.206
Online Labels OL5550|Letter|152.4x63.5|3.175|1x4@31.75,12.7+152.4,63.5
Online Labels OL6200|Letter|177.8x63.5|3.175|1x4@19.05,12.7+177.8,63.5
Online Labels OL663|Letter|52.387x54.61|0|3x4@16.667,20.955+65.087,60.96
Online Labels OL7000|Letter|177.8x50.8|3.175|1x5@19.05,12.7+177.8,50.8
Online Labels OL805|Letter|76.2x76.2|0|2x3@30.162,22.225+79.375,79.375
Online Labels OL9350|Letter|63.5x127|3.175|3x2@6.35,9.525+69.85,133.35
Online Labels OL9600 (main label)|Letter|55.034x41.064|1.587|2x3@49.53,22.987+61.384,80.442
Rayfilm 0331|A4|52.5x74.2|0|4x4@0.0,0.0+52.5,74.25
Rayfilm 0645|A4|90x130|0|2x2@10.0,13.5+100.0,140.0
Rayfilm 7003|A4|52.5x297|0|4x1@0.0,0.0+52.5,297.0
Rayfilm 8001|A4|50x297|0|4x1@5.0,0.0+50.0,297.0
Rayfilm 8005|A4|210x33.8|0|1x8@0.0,13.3+210.0,33.8
Rayfilm 8007|A4|210x35|0|1x8@0.0,8.5+210.0,35.0
Rayfilm 8008|A4|90x90|0|2x3@15.0,13.5+90.0,90.0
Rayfilm 8011|A4|70x48|0|3x6@0.0,4.5+70.0,48.0
Rayfilm 8023|A4|65x142|3.1|3x2@5.0,6.5+67.5,142.0
Rayfilm 8024|A4|188x89|3.15|1x3@11.0,11.0+188.0,93.0
Rayfilm 8042|A4|85x140|1.5|2x2@17.5,6.0+90.0,145.0
Rayfilm VIZ3|A4|170x54|0|1x5@20.0,13.5+170.0,54.0
Russian A4 5x9|A4|50x90|0|4x3@5.0,13.0+50.0,90.0
SheetLabels SL529|Letter|203.2x25.4|0|1x10@6.35,12.7+208.28,25.4
`;

/** The same with round and oval labels. */
const ROUND_LAYOUTS = `
Hisago CJK3019S|A4|40x40|round|4x6@16.0,13.5+46.0,46.0
Hisago GB3020|A4|60x60|round|3x4@8.0,18.0+67.0,67.0
Hisago OPH3019|A4|40x40|round|4x6@16.0,13.5+46.0,46.0
Online Labels OL5525|Letter|73.024x73.024|round|2x3@33.337,26.987+76.2,76.2
Online Labels OL885|Letter|63.5x44.45|ellipse|3x5@7.938,19.05+68.263,49.212
Online Labels OL894|Letter|82.55x50.8|ellipse|2x5@23.812,6.35+85.725,53.975
PEARL VM-6085|A4|40x40|round|4x6@16.0,13.5+46.0,46.0
SheetLabels SL123|Letter|50.8x50.8|round|4x5@3.962,9.525+52.375,52.375
SheetLabels SL228|Letter|76.2x76.2|round|2x3@19.05,12.7+101.6,88.9
Worldlabel WL-350|Letter|63.5x63.5|round|3x4@5.334,10.795+69.85,63.881
`;

export interface StockLayout {
  readonly name: string;
  readonly paper: 'A4' | 'Letter';
  readonly width: number;
  readonly height: number;
  /** Corner radius in mm; half of the shorter side for a round label. */
  readonly corner: number;
  /** Left and top of each label, in reading order. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

export const STOCK: readonly StockLayout[] = readLayouts(LAYOUTS);
export const ROUND_STOCK: readonly StockLayout[] = readLayouts(ROUND_LAYOUTS);

function readLayouts(text: string): StockLayout[] {
  return text.trim().split('\n').map(readLayout);
}

function readLayout(text: string): StockLayout {
  const [name = '', paper, size = '', corner = '', grid = ''] = text.split('|');
  const [width = 0, height = 0] = size.split('x').map(Number);
  const [columns = 0, rows = 0, left = 0, top = 0, across = 0, down = 0] = grid.split(/[x@,+]/u).map(Number);
  const places = Array.from({ length: columns * rows }, (_, i) => ({
    x: left + (i % columns) * across,
    y: top + Math.floor(i / columns) * down,
  }));
  const radius = Number.isNaN(Number(corner)) ? Math.min(width, height) / 2 : Number(corner);
  return { name, paper: paper === 'Letter' ? 'Letter' : 'A4', width, height, corner: radius, places };
}
