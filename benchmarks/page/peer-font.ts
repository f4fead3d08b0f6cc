import { PEER_FONT } from './peer.ts';

/** Loads the font for the canvases of this page or worker. */
export async function loadPeerFont(): Promise<void> {
  const font = new FontFace(PEER_FONT, 'url(/fonts/Roboto_400Regular.ttf)');
  const { fonts } = typeof document === 'undefined' ? (globalThis as unknown as Pick<Document, 'fonts'>) : document;
  fonts.add(await font.load());
}
