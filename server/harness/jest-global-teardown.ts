import { tearDown } from './jest-global-setup.ts'

// biome-ignore lint/style/noDefaultExport: runners take the default export of a set-up
export default tearDown
