import { testEveryOtherSeed } from './lists.ts'

testEveryOtherSeed(1)
