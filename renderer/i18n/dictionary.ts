/**
 * The type of a dictionary in another language: the same keys, any text. `…_one` may be left out, since not every language has a
 * singular; i18next then takes `…_other`.
 */
export type Dictionary<Base> = {
  readonly [Key in keyof Base as Key extends `${string}_one` ? never : Key]: Base[Key] extends string
    ? string
    : Dictionary<Base[Key]>
} & {
  readonly [Key in keyof Base as Key extends `${string}_one` ? Key : never]?: string
}
