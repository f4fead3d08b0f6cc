/** An object on Skia's heap: its memory is freed only when it is deleted. */
export interface Deletable {
  delete(): void;
}

/** Owns objects on Skia's heap and deletes them, the last first, when the scope is left. */
export interface Scope {
  /** Takes over the object and returns it. */
  own<T extends Deletable>(object: T): T;
}

class DeletingScope implements Scope {
  readonly #owned: Deletable[] = [];

  own<T extends Deletable>(object: T): T {
    this.#owned.push(object);
    return object;
  }

  close(): void {
    for (let object = this.#owned.pop(); object !== undefined; object = this.#owned.pop()) object.delete();
  }
}

/** Runs the body with a scope of its own. The result of the body must not need anything that the scope owns. */
export function withScope<R>(body: (scope: Scope) => R): R {
  const scope = new DeletingScope();
  try {
    return body(scope);
  } finally {
    scope.close();
  }
}
