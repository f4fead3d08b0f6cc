import type { OfficeEnding } from '#protocol/api.ts';

/** The LibreOffice module that writes the PDF. */
const FILTERS: Readonly<Record<OfficeEnding, 'writer' | 'calc' | 'impress'>> = {
  doc: 'writer',
  docx: 'writer',
  odt: 'writer',
  rtf: 'writer',
  xls: 'calc',
  xlsx: 'calc',
  ods: 'calc',
  ppt: 'impress',
  pptx: 'impress',
  odp: 'impress',
};

/** Exit status of the script if LibreOffice has written nothing: it could not read the file. */
export const NOTHING_WRITTEN = 3;
/** Exit status if the PDF is too large. */
export const TOO_LARGE = 4;

/**
 * Reads the file from standard input and writes the PDF to standard output; everything in between is in the sandbox's
 * own memory. With a new profile LibreOffice exits with 81, which asks for a restart.
 */
const SCRIPT = `
set -e
cd "$HOME"
mkdir -p profile/user out
cat > "in.$1"
printf '%s' "$3" > profile/user/registrymodifications.xcu
convert() {
  "$LD_LIBRARY_PATH/soffice.bin" "-env:UserInstallation=file://$HOME/profile" --headless --norestore --nologo \\
    --nolockcheck --nodefault --convert-to "$2" --outdir out "in.$1" >&2
}
status=0
convert "$@" || status=$?
if [ $status = 81 ]; then
  status=0
  convert "$@" || status=$?
fi
[ $status = 0 ] || exit $status
[ -s out/in.pdf ] || exit ${NOTHING_WRITTEN}
[ "$(wc -c < out/in.pdf)" -le "$4" ] || exit ${TOO_LARGE}
cat out/in.pdf
`;

/** The command that converts a file with that extension to PDF, with at most one page more than allowed. */
export function conversionCommand(
  ending: OfficeEnding,
  limits: { readonly pages: number; readonly pdfBytes: number },
): string[] {
  const options = {
    // Bars and lines are kept exact: no JPEG, and no reduced resolution.
    UseLosslessCompression: ['boolean', 'true'],
    ReduceImageResolution: ['boolean', 'false'],
    ExportFormFields: ['boolean', 'false'],
    ExportBookmarks: ['boolean', 'false'],
    PageRange: ['string', `1-${limits.pages + 1}`],
  };
  const entries = Object.entries(options).map(([name, [type, value]]) => [name, { type, value }]);
  const target = `pdf:${FILTERS[ending]}_pdf_Export:${JSON.stringify(Object.fromEntries(entries))}`;
  return ['sh', '-c', SCRIPT, 'sh', ending, target, PROFILE, String(limits.pdfBytes)];
}

const ITEMS: readonly (readonly [path: string, name: string, value: string])[] = [
  // No macro runs, not even a signed one.
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  // Nothing is fetched: images, links, formulas. There is no network either.
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  // Known to newer versions only.
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
  ['/org.openoffice.Setup/Office', 'ooSetupInstCompleted', 'true'],
  ['/org.openoffice.Office.Common/Misc', 'FirstRun', 'false'],
];

/** LibreOffice's settings in the format of its profile. */
const PROFILE: string = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry">',
  ...ITEMS.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  ),
  '</oor:items>',
].join('\n');
