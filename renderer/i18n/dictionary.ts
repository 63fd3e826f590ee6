/**
 * The type of a dictionary in another language: the same keys, any text. `…_one` may be left out, since not every language has a
 * singular; i18next then takes `…_other`.
 */
export type Dictionary<Base> = {
  readonly [Key in keyof Base as Key extends Singular<Base> ? never : Key]: Base[Key] extends string
    ? string
    : Dictionary<Base[Key]>
} & {
  readonly [Key in Singular<Base>]?: string
}

type Singular<Base> = {
  [Key in keyof Base]: Key extends `${string}_one` ? (Base[Key] extends string ? Key : never) : never
}[keyof Base]
