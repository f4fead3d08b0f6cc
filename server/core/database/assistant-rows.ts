import type { Generated } from 'kysely';

/** A code by which one assistant may be bound to the account. */
interface AssistantCodeTable {
  user_id: string;
  /** SHA-256 of the code, which is nowhere. */
  code_hash: string;
  expires_at: number;
}

/** A print assistant that is bound to an account. */
export interface AssistantTable {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of its token, which the assistant alone has. */
  token_hash: string;
  created_at: number;
  /** Null for one that has not connected yet. */
  seen_at: number | null;
  /** The server process that has its connection, and the connection; null for none. */
  server: string | null;
  connection: string | null;
  /** Until then it counts as connected, unless its process says so again. */
  connected_until: number;
}

/** A printer that assistants of the account have. */
export interface PrinterTable {
  id: string;
  user_id: string;
  /** By which it is known again, through whichever assistant. */
  identity: string;
  name: string;
  /** What its assistant said of it last: a `PrinterInfo` as JSON. */
  info: string;
  /** The assistant that alone may be given pages for it, until then. */
  holder: string | null;
  held_until: number;
  created_at: number;
  seen_at: number;
}

interface AssistantPrinterTable {
  assistant_id: string;
  printer_id: string;
  /** As that assistant calls it. */
  name: string;
}

/** The pages of a run that go to a printer. */
export interface PrintJobTable {
  run_id: string;
  printer_id: string;
  state: 'open' | 'ended';
  page_count: number;
  /** The first page that was never given to an assistant, counted from 1. */
  next_page: number;
  printed: number;
  /** The highest round of its pages. */
  rounds: Generated<number>;
  /** The one that was given pages last. */
  assistant_id: string | null;
  /** Why the printer does not take the next page, as JSON. */
  problem: string | null;
  created_at: number;
}

/**
 * A page that was given to an assistant and is not known to be printed. `given`: it has not answered yet. `back`: it has
 * answered that the page was not printed. `doubt`: unknown. `again`: it was decided, when the run had ended, that the
 * page is printed again, and the run that prints it is not there yet.
 */
interface PrintPageTable {
  run_id: string;
  page: number;
  state: 'given' | 'back' | 'doubt' | 'again';
  /** How often it was decided that the page is to be printed again. */
  round: Generated<number>;
  assistant_id: string | null;
  /** The assistant's record of printed pages when it was given the page; of `again` the name of the decision. */
  record: string | null;
}

/** Pages of a job were decided while an assistant was away, which gives back what it has of them before it gets more. */
interface PrintRecallTable {
  run_id: string;
  round: number;
  assistant_id: string;
}

export interface AssistantTables {
  assistant_code: AssistantCodeTable;
  assistant: AssistantTable;
  printer: PrinterTable;
  assistant_printer: AssistantPrinterTable;
  print_job: PrintJobTable;
  print_page: PrintPageTable;
  print_recall: PrintRecallTable;
}
