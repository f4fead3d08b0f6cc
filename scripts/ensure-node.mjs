// Prints one line when Node is too old to run the rest. Written so that any Node can parse it.
var MIN_NODE = 20;
if (Number(process.versions.node.split('.')[0]) < MIN_NODE) {
  console.error('Labelwright needs Node ' + MIN_NODE + ' or newer; this is ' + process.version + '.');
  process.exit(1);
}
