export * from '#model/data/record-source.ts';
