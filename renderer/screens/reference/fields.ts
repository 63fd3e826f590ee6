import { choiceField, textField } from '../../routing/url-state.ts'
import { SNIPPET_LANGUAGES } from './snippets.ts'

export const REFERENCE_FIELDS = {
  q: textField(),
  tenant: textField(),
  key: textField(),
  /** In which language the request is shown as code. */
  code: choiceField(SNIPPET_LANGUAGES),
}
