import { choiceField, textField } from '../../routing/url-state.ts'
import { SNIPPET_LANGUAGES } from './snippets.ts'

export const REFERENCE_FIELDS = {
  q: textField(),
  /** The part of what is open that a search has led to. */
  at: textField(),
  tenant: textField(),
  key: textField(),
  /** In which language the request is shown as code. */
  code: choiceField(SNIPPET_LANGUAGES),
  /** In which language the code is shown that verifies a signature. */
  verify: textField(),
}
