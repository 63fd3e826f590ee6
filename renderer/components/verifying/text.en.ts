/** Come with the screens that show the code. */
export const verifying = {
  code: 'Reference implementation',
  raw_body: 'Raw bytes',
  copy_code: 'code for {{language}}',
  languages: 'Language of the code',
} as const
