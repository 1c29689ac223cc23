import type { ZxcvbnFactory, ZxcvbnResult } from '@zxcvbn-ts/core'
import { PASSWORD_MAX } from './account.ts'
import { contextWords } from './password-context-words.ts'

/** Advice for a better password, as a key under `message.…` in the texts. */
export const passwordAdvices = [
  'password-required',
  'password-too-short',
  'password-too-long',
  'password-common',
  'password-personal',
  'password-keyboard',
  'password-repeats',
  'password-sequence',
  'password-date',
  'password-add-words',
] as const
export type PasswordAdvice = (typeof passwordAdvices)[number]

export interface PasswordRule {
  /** `PASSWORD_MIN_LENGTH` of this installation. */
  minLength: number
  /** The account's names and addresses, which an attacker would try first. */
  personal: (string | null | undefined)[]
}

const STRONG = 3
/** Only the first 48 characters are estimated: the cost grows faster than the length, and a person is waiting. */
const ESTIMATED = 48

const byWarning: Partial<Record<string, PasswordAdvice>> = {
  userInputs: 'password-personal',
  topTen: 'password-common',
  topHundred: 'password-common',
  common: 'password-common',
  similarToCommon: 'password-common',
  pwned: 'password-common',
  straightRow: 'password-keyboard',
  keyPattern: 'password-keyboard',
  simpleRepeat: 'password-repeats',
  extendedRepeat: 'password-repeats',
  sequences: 'password-sequence',
  recentYears: 'password-date',
  dates: 'password-date',
}

interface Estimator {
  zxcvbn: ZxcvbnFactory
  common: ReadonlySet<string>
}
let estimator: Promise<Estimator> | null = null

// The dictionaries are larger than the rest of the client, so they load when the first password is typed.
async function loadEstimator(): Promise<Estimator> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const zxcvbn = new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: ESTIMATED,
  })
  return { zxcvbn, common: new Set(common.dictionary['passwords-common']) }
}

/**
 * Domain words, and names and addresses, whole and in parts: for `ana.ruiz@mail.test` also `ana`, `ruiz` and
 * `ana.ruiz`.
 */
export function personalWords(personal: PasswordRule['personal']) {
  const words = personal.flatMap((given) => {
    const whole = (given ?? '').trim().toLowerCase()
    return [whole, whole.split('@')[0] ?? '', ...whole.split(/[^\p{L}\p{N}]+/u)]
  })
  return [...new Set([...contextWords, ...words.filter((word) => word.length > 2)])].slice(0, 60 + contextWords.length)
}

const holdsPersonalWord = (result: ZxcvbnResult) =>
  result.sequence.some((part) => part.pattern === 'dictionary' && part.dictionaryName === 'userInputs')

function adviceOf(result: ZxcvbnResult): PasswordAdvice {
  if (holdsPersonalWord(result)) return 'password-personal'
  return byWarning[result.feedback.warning ?? ''] ?? 'password-add-words'
}

const getEstimator = () => {
  estimator ??= loadEstimator()
  return estimator.catch((error: unknown) => {
    estimator = null
    throw error
  })
}

/** Loads the dictionaries while a password is being typed, so that its check does not have to wait for them. */
export const preparePasswordCheck = () => {
  getEstimator().catch(() => undefined)
}

/**
 * verify_password: the rule for all new passwords, on both sides.
 * @returns null for a good password, otherwise how to improve it
 */
export async function findPasswordWeakness(password: string, rule: PasswordRule): Promise<PasswordAdvice | null> {
  const length = [...password].length
  if (!password) return 'password-required'
  if (length < rule.minLength) return 'password-too-short'
  if (length > PASSWORD_MAX) return 'password-too-long'
  const { zxcvbn, common } = await getEstimator()
  if (common.has(password.toLowerCase())) return 'password-common'
  const result = zxcvbn.check(password, personalWords(rule.personal))
  return result.score >= STRONG ? null : adviceOf(result)
}
