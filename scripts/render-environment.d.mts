export function renderEnvironment(): Record<string, string | undefined>;
