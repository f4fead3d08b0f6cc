#!/usr/bin/env node
// npm run assistant, and `labelwright-assistant`: sets up what is missing and runs only the print assistant.
import './ensure-node.mjs';

import('./run-assistant.mjs');
