/** What tells later how things stood at a pause: it is loaded once somebody pauses. */
export { plannedThen } from './planned-then.ts'
export { windowsThen } from './windows-then.ts'
