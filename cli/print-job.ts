/** The job of a run that prints, as the assistant knows it. */
export interface PrintJob {
  readonly id: string;
  /** The assistant's record of printed pages; see `AssistantInfo`. */
  readonly instance: string;
}
