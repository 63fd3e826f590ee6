import { verifying } from '../components/verifying/text.en.ts'
import { assumptions } from '../screens/assumptions/text.en.ts'
import { coverage } from '../screens/coverage/text.en.ts'
import { beside } from '../screens/live/beside-text.en.ts'
import { reference } from '../screens/reference/text.en.ts'
import { signature } from '../screens/signature/text.en.ts'
import { en } from './en.ts'

/** All of English: what the first view has, and what comes with the screens that say it (`addEnglish`). */
export const english = { ...en, assumptions, beside, coverage, reference, signature, verifying }
