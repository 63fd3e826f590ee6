import { filled, type Sentence } from '../../contract/sentences.ts'
import {
  SIGNATURE_DETAILS,
  SIGNATURE_MISTAKES,
  SIGNATURE_SPECIAL_CASES,
  type SignatureDetail,
  type SignatureDetailId,
  type SignatureMistakeId,
  type SignatureMistakeTextId,
} from '../../contract/signature-mistakes.ts'

export interface SignatureMistake {
  readonly id: SignatureMistakeId
  readonly title: string
  readonly fix: string
  /** The id of its text; `figures` go into that. */
  readonly text: SignatureMistakeTextId
  readonly figures: Sentence['figures']
  /** What follows the title in brackets. */
  readonly detail: SignatureDetail | null
}

type SpecialCase = keyof typeof SIGNATURE_SPECIAL_CASES

export const detail = (id: SignatureDetailId, figures: SignatureDetail['figures'] = {}): SignatureDetail => ({
  id,
  figures,
})

/** A mistake with one of its texts and a detail in brackets. */
export function mistake(
  text: SignatureMistakeTextId,
  { figures = {}, detail = null }: Partial<Pick<SignatureMistake, 'figures' | 'detail'>> = {},
): SignatureMistake {
  const { title, fix } = SIGNATURE_MISTAKES[text]
  const id =
    text in SIGNATURE_SPECIAL_CASES ? SIGNATURE_SPECIAL_CASES[text as SpecialCase] : (text as SignatureMistakeId)
  const brackets = detail === null ? '' : ` (${filled(SIGNATURE_DETAILS[detail.id], detail.figures)})`
  return { id, title: filled(title, figures) + brackets, fix: filled(fix, figures), text, figures, detail }
}

/** What a receiver may have used instead of the right thing, and which mistakes that would be. */
export interface Guess<Value> {
  readonly value: Value
  readonly mistakes: readonly SignatureMistake[]
}
