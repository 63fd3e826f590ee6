/** What the attacks of `security-rules.test.ts` go against: the app from its sources, and the pieces that need no window. */
export { exposeBridge } from '../../../electron/bridge.ts'
export { readCapsule } from '../../../electron/shell/capsules.ts'
export { readLink } from '../../../electron/shell/open-requests.ts'
export { attachPreload, startAppForTest } from './started-app.ts'
