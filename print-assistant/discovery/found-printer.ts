import type { PrinterLanguageName } from '#protocol/printer-settings.ts';
import { languageNamed, languageOfModel } from '../printers/language-words.ts';
import { isIppPort, isSocketPort } from '../printers/page-address.ts';
import { ippPlace, servicePlace, socketPlace, uuidPlace } from '../printers/printer-place.ts';
import type { Service } from './service-records.ts';

/** A printer that announced itself on the network. */
export interface FoundPrinter {
  /**
   * Its own name with its address: another device that answers in its name is another printer with another name, which
   * no run and no setting of this one uses.
   */
  readonly name: string;
  /** Make and model; empty when unknown. */
  readonly model: string;
  readonly way:
    | { readonly type: 'ipp'; readonly uri: string }
    /** `language` is a guess from its description; null without one. */
    | {
        readonly type: 'raw';
        readonly host: string;
        readonly port: number;
        readonly language: PrinterLanguageName | null;
      };
  /** Its addresses, as others may write them (printer-place.ts). */
  readonly places: readonly string[];
}

/** Invisible characters: controls, direction marks, undecodable text. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/u;
const MAX_NAME = 100;
const MAX_PATH = 200;
/** IPP path of printers that follow IPP Everywhere. */
const IPP_PATH = 'ipp/print';

interface Candidate extends FoundPrinter {
  /** Among the addresses of one printer the lowest rank wins. */
  readonly rank: number;
}

/**
 * The printers of these services, one for each name and address, by name. `isNear` says where a printer may be; one
 * that is elsewhere, on a port that printers do not use, or without a displayable name, is omitted.
 */
export function readFoundPrinters(
  services: readonly Service[],
  isNear: (address: string) => boolean,
): readonly FoundPrinter[] {
  const byName = new Map<string, Candidate>();
  const places = new Map<string, string[]>();
  for (const service of services) {
    const address = service.addresses.filter(isNear).sort()[0];
    const candidate = address === undefined ? null : readCandidate(service, address);
    if (candidate === null) continue;
    const known = byName.get(candidate.name);
    if (known === undefined || candidate.rank < known.rank) byName.set(candidate.name, candidate);
    places.set(candidate.name, [...(places.get(candidate.name) ?? []), ...candidate.places]);
  }
  return [...byName.values()]
    .map(({ name, model, way }) => ({ name, model, way, places: [...new Set(places.get(name))].sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readCandidate(service: Service, address: string): Candidate | null {
  const { instance, txt, host, port } = service;
  const called = shown(instance);
  if (called === '' || HIDDEN.test(instance)) return null;
  const name = `${called} (${address})`;
  const uuid = txt.get('uuid');
  const common = [servicePlace(instance), ...(uuid === undefined ? [] : [uuidPlace(uuid)])];
  const model = modelOf(txt);
  if (service.type === '_ipp._tcp.local') {
    const path = pathOf(txt.get('rp') ?? '');
    if (!isIppPort(port) || path === null) return null;
    const pdl = txt.get('pdl') ?? '';
    const isUsable = pdl === '' || /image\/(?:pwg-raster|png)/i.test(pdl);
    return {
      name,
      model,
      way: { type: 'ipp', uri: `ipp://${address}:${port}${path}` },
      places: [...common, ippPlace(address, port, path), ippPlace(host, port, path)],
      rank: isUsable ? 1 : 3,
    };
  }
  if (!isSocketPort(port)) return null;
  const language = languageNamed(`${txt.get('usb_cmd') ?? ''} ${txt.get('pdl') ?? ''}`) ?? languageOfModel(model);
  return {
    name,
    model,
    way: { type: 'raw', host: address, port, language },
    places: [...common, socketPlace(address, port), socketPlace(host, port)],
    // A label printer supports more in its own language than by IPP; one with neither prints nothing before it is set
    // up.
    rank: language === null ? 2 : 0,
  };
}

/** `ty`; otherwise its USB description, or its product, which is in parentheses. */
function modelOf(txt: ReadonlyMap<string, string>): string {
  const usb = `${txt.get('usb_mfg') ?? ''} ${txt.get('usb_mdl') ?? ''}`;
  const product = (txt.get('product') ?? '').replace(/^\((.*)\)$/, '$1');
  return [txt.get('ty') ?? '', usb, product].map(shown).find((text) => text !== '') ?? '';
}

/** The resource path as part of an address; null when it is invalid. */
function pathOf(rp: string): string | null {
  const path = rp === '' ? IPP_PATH : rp.replace(/^\//, '');
  const parts = path.split('/');
  const isPath = path.length <= MAX_PATH && /^[\x21-\x7e]+$/.test(path);
  if (!isPath || parts.some((part) => part === '' || part === '.' || part === '..')) return null;
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

/** The displayable part of a text, in one line. */
function shown(text: string): string {
  return text.replace(new RegExp(HIDDEN, 'gu'), ' ').replace(/\s+/g, ' ').trim().slice(0, MAX_NAME).trim();
}
