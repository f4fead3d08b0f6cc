import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, type MadeDocument } from './made-document.ts';

const A4 = '<< /PageSize [595 842] >> setpagedevice';

/** Programs in PostScript, as printer drivers write them. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'text in the usual fonts': `${A4} /y 780 def [/Times-Roman /Helvetica-Bold /Courier /NewCenturySchlbk-Roman] { findfont 22 scalefont setfont
    50 y moveto (Hamburgefonstiv 0123456789) show /y y 60 sub def } forall showpage`,
  'a fan of lines': `${A4} 0.8 setlinewidth 0 3 90 { gsave 80 80 translate rotate 0 0 moveto 480 0 lineto stroke grestore } for showpage`,
  'arcs and clips': `${A4} 300 420 200 0 360 arc clip newpath 0 20 842 { 0 exch moveto 595 0 rlineto } for 6 setlinewidth stroke showpage`,
  'a picture in bits': `${A4} gsave 100 300 translate 384 384 scale 16 16 1 [16 0 0 -16 0 16]
    {<aa55aa55ff00ff00f0f0f0f0cccccccc8001400220041008081004200240018001800240042008101008200440028001ffff>} image grestore showpage`,
  'a label of 4 by 6 inches': `<< /PageSize [288 432] >> setpagedevice 3 setlinewidth 10 10 268 412 rectstroke
    /Helvetica findfont 36 scalefont setfont 30 350 moveto (ROUTE 7) show 0 1 60 { dup 4 mul 24 add exch 3 mod 1 add 1 index exch 60 exch 120 rectfill pop } for showpage`,
};

/** PDFs from Ghostscript. */
export function ghostscriptDocuments(): Promise<readonly MadeDocument[]> {
  return inFolder((folder) =>
    Object.entries(PROGRAMS).map(([name, program], i) => {
      const [from, to] = [join(folder, `${i}.ps`), join(folder, `${i}.pdf`)];
      writeFileSync(from, `%!PS\n${program}\n`);
      execFileSync('gs', [
        '-q',
        '-dBATCH',
        '-dNOPAUSE',
        '-dSAFER',
        '-dEmbedAllFonts=true',
        '-dPDFSETTINGS=/prepress',
        '-sDEVICE=pdfwrite',
        `-sOutputFile=${to}`,
        from,
      ]);
      return { name: `Ghostscript: ${name}`, pdf: new Uint8Array(readFileSync(to)) };
    }),
  );
}
