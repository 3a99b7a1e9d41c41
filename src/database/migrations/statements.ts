/**
 * The parts of a script in which a semicolon ends no statement: texts, names, bodies between dollars, comments. Anything
 * else is one character.
 */
const part = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;

/** The statements of a script of migrations, without comments between them and without the semicolons at their ends. */
export function statementsOf(script: string): string[] {
  const statements: string[] = [];
  let statement = '';
  const end = (): void => {
    if (statement.trim() !== '') statements.push(statement.trim());
    statement = '';
  };
  for (const [text] of script.matchAll(part)) {
    const isComment = /^(?:--|\/\*)/.test(text);
    if (text === ';') end();
    else if (!isComment || statement.trim() !== '') statement += text;
  }
  end();
  return statements;
}
