#!/usr/bin/env node
// npm run assistant, and `labelwright-assistant`: sets up what is missing and runs the print assistant alone.
import './ensure-node.mjs';

import('./run-assistant.mjs');
