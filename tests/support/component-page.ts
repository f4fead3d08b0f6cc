/// <reference types="vite/client" />
import '#app/ui/theme/base.css';
import '#app/ui/theme/colors.css';
import { ignoreSecondClickOutside } from '#app/ui/choice/double-click.ts';
import { keepFocus } from '#app/ui/focus/keep-focus.ts';
import { describeSelects } from '#app/ui/focus/select-values.ts';
import { publishIdle } from '#services/idle.ts';

// Runs once in the page of the component tests: this marks the page as one of the application's.
document.documentElement.dataset['theme'] = 'light';
keepFocus();
describeSelects();
ignoreSecondClickOutside();
publishIdle(document);
