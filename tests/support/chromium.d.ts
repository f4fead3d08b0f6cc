import { type Browser } from 'playwright';
/** The system's Chromium, headless, that looks nothing up outside this machine. */
export declare function launchChromium(): Promise<Browser>;
