/** An argument as a shell takes it, with quotes where it needs them. */
export const inShell = (text: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text.replace(/["$`]/g, '\\$&')}"`

/** The command as it was typed, with quotes where an argument needs them. */
export const commandText = (args: readonly string[]): string => args.map(inShell).join(' ')
