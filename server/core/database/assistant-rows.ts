import type { Generated } from 'kysely';

/** A code that binds one assistant to the account. */
interface AssistantCodeTable {
  user_id: string;
  /** SHA-256 of the code, which is not stored. */
  code_hash: string;
  expires_at: number;
}

/** A print assistant that is bound to an account. */
export interface AssistantTable {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of its token, which only the assistant has. */
  token_hash: string;
  created_at: number;
  /** Null for one that has not connected yet. */
  seen_at: number | null;
  /** The server process and connection of the assistant; null for none. */
  server: string | null;
  connection: string | null;
  /** It counts as connected until then, unless its process extends it. */
  connected_until: number;
}

/** A printer of the account's assistants. */
export interface PrinterTable {
  id: string;
  user_id: string;
  /** Recognizes the printer through any assistant. */
  identity: string;
  name: string;
  /** The assistant's last report: a `PrinterInfo` as JSON. */
  info: string;
  /** The only assistant that may get pages for it, until then. */
  holder: string | null;
  held_until: number;
  created_at: number;
  seen_at: number;
}

interface AssistantPrinterTable {
  assistant_id: string;
  printer_id: string;
  /** The assistant's name for it. */
  name: string;
}

/** The pages of a run for a printer. */
export interface PrintJobTable {
  run_id: string;
  printer_id: string;
  state: 'open' | 'ended';
  page_count: number;
  /** The first page that was never sent to an assistant, counted from 1. */
  next_page: number;
  printed: number;
  /** The highest round of its pages. */
  rounds: Generated<number>;
  /** The assistant that got pages last. */
  assistant_id: string | null;
  /** Why the printer doesn't accept the next page, as JSON. */
  problem: string | null;
  created_at: number;
}

/**
 * A page that was sent to an assistant and is not confirmed as printed. `given`: no answer yet. `back`: returned
 * unprinted. `doubt`: unknown. `again`: the user decided after the end of the run to print it again, and the new run
 * doesn't exist yet.
 */
interface PrintPageTable {
  run_id: string;
  page: number;
  state: 'given' | 'back' | 'doubt' | 'again';
  /** How often the user decided to print the page again. */
  round: Generated<number>;
  assistant_id: string | null;
  /** The assistant's record of printed pages when the page was sent; of `again` the name of the decision. */
  record: string | null;
}

/**
 * Pages of a job that were decided while their assistant was away; it must return them before it gets more.
 */
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
