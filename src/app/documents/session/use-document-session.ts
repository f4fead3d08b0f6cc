import { useCallback, useMemo, useState } from 'react';
import type { DocumentInfo } from '#model/document/document-file.ts';
import { createSessionDocument, type SessionDocument, type Way } from './session-document.ts';

interface SessionState {
  readonly documents: readonly SessionDocument[];
  readonly currentId: number;
  readonly nextId: number;
  /** The current page of each document. */
  readonly pages: ReadonlyMap<number, number>;
}

const EMPTY: SessionState = { documents: [], currentId: 0, nextId: 1, pages: new Map() };

/** The open documents, and the current page of each. */
export interface DocumentSession {
  readonly documents: readonly SessionDocument[];
  /** Null if there is none. */
  readonly current: SessionDocument | null;
  /** Of the current document, counted from 0. */
  readonly page: number;
  readonly add: (info: DocumentInfo, way: Way) => void;
  readonly remove: (id: number) => void;
  readonly look: (id: number) => void;
  readonly turnTo: (page: number) => void;
  readonly update: (id: number, change: (document: SessionDocument) => SessionDocument) => void;
}

export function useDocumentSession(): DocumentSession {
  const [state, setState] = useState(EMPTY);
  const { documents, currentId, pages } = state;
  const current = documents.find(({ id }) => id === currentId) ?? documents[0] ?? null;

  const add = useCallback((info: DocumentInfo, way: Way): void => {
    setState((before) => ({
      ...before,
      documents: [...before.documents, createSessionDocument(before.nextId, info, way)],
      // The current document stays, unless there was none.
      currentId: before.documents.length === 0 ? before.nextId : before.currentId,
      nextId: before.nextId + 1,
    }));
  }, []);
  const remove = useCallback((id: number): void => {
    setState((before) => {
      const at = before.documents.findIndex((document) => document.id === id);
      const rest = before.documents.filter((document) => document.id !== id);
      const next = before.currentId === id ? rest[Math.min(at, rest.length - 1)]?.id : before.currentId;
      return { ...before, documents: rest, currentId: next ?? 0 };
    });
  }, []);
  const look = useCallback((id: number): void => setState((before) => ({ ...before, currentId: id })), []);
  const turnTo = useCallback((page: number): void => {
    setState((before) => {
      const id = before.documents.some((document) => document.id === before.currentId)
        ? before.currentId
        : (before.documents[0]?.id ?? 0);
      return { ...before, pages: new Map([...before.pages, [id, page]]) };
    });
  }, []);
  const update = useCallback((id: number, change: (document: SessionDocument) => SessionDocument): void => {
    setState((before) => ({
      ...before,
      documents: before.documents.map((document) => (document.id === id ? change(document) : document)),
    }));
  }, []);
  const page = current === null ? 0 : (pages.get(current.id) ?? 0);
  return useMemo(
    () => ({ documents, current, page, add, remove, look, turnTo, update }),
    [documents, current, page, add, remove, look, turnTo, update],
  );
}
