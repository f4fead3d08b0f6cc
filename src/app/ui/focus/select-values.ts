const FIELD = '.ant-select-input[role="combobox"]';
const SHOWN = '.ant-select-content';

/** Makes each focused select announce its value: the library shows it next to the field, which itself is empty. */
export function describeSelects(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(FIELD)) return;
    const shown = target.closest(SHOWN);
    if (shown === null) return;
    const describe = (): void => {
      const texts = [...shown.childNodes].filter((node) => node !== target).map((node) => node.textContent ?? '');
      target.ariaDescription = texts.join(' ').trim();
    };
    const observer = new MutationObserver(describe);
    observer.observe(shown, { childList: true, characterData: true, subtree: true });
    target.addEventListener('blur', () => observer.disconnect(), { once: true });
    describe();
  });
}
