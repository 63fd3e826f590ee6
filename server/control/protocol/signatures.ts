import type { Sentence } from '../../contract/sentences.ts'
import type { SignatureDetail, SignatureMistakeTextId } from '../../contract/signature-mistakes.ts'

export interface SignatureCheckBody {
  secret: string
  header: string
  body?: string | undefined
  body_base64?: string | undefined
}

export interface SignatureMistake {
  id: string
  title: string
  fix: string
  /** The same for translation: the row in `contract/signature-mistakes.ts` and the values of its placeholders. */
  text: SignatureMistakeTextId
  figures: Sentence['figures']
  detail: SignatureDetail | null
}

export interface SignatureCheckResult {
  valid: boolean
  expected: string
  mistakes: SignatureMistake[]
}

/** Code that verifies a delivery in one language, in `GET /control/contract`. */
export interface SignatureSnippetView {
  language: string
  title: string
  highlight: string
  file_name: string
  code: string
  /** How to read the raw bytes of the body in that language. */
  raw_body: string
}
