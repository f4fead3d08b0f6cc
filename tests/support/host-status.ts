/** A ZD420's answer to `~HS`, with some of its fields set. */
export function hostStatus(over: { paper?: 1; pause?: 1; head?: 1; ribbon?: 1; hot?: 1 } = {}): Buffer {
  const { paper = 0, pause = 0, head = 0, ribbon = 0, hot = 0 } = over;
  return Buffer.from(
    `\x02030,${paper},${pause},1245,000,0,0,0,000,0,0,${hot}\x03\r\n` +
      `\x02000,0,${head},${ribbon},1,2,6,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n`,
    'latin1',
  );
}
