import type { Register } from './register.ts'

/** Whether an update leaves everything as it is, even `updated_at`. */
export const changesNothing = (fields: object, register: Register): boolean =>
  Object.keys(fields).length === 0 && register.get('requests.empty_update') === 'changes_nothing'
