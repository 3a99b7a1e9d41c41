/** Returns the examples of a document in one language, in their order. */
export const examplesIn = (document: string, language: string): string[] =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
