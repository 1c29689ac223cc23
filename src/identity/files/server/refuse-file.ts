import { type ProblemCode, problem } from '#platform/server/problem.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { FileMistake } from '../file-policy.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })
const codes: Partial<Record<FileMistake, ProblemCode>> = {
  'file-too-large': 'too-large',
  'file-too-many-pixels': 'too-large',
  'file-wrong-type': 'unsupported-media',
  'document-too-large': 'too-large',
  'document-wrong-type': 'unsupported-media',
}

/** Makes an untrusted name safe for an error message. */
const shownName = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 100)

/**
 * The problem for a refused upload. Its message names the file in the reader's language; the field `file` has the
 * error's code, a key of the area's texts (`files:message.…` with `fileName`).
 */
export function refuseFile(mistake: FileMistake, givenName: string, language: Language) {
  const fileName = shownName(givenName)
  const message = texts(language)(`message.${mistake}`, { fileName })
  return problem(codes[mistake] ?? 'invalid-request', {
    errors: [{ path: 'file', message: mistake }],
    extra: { message, fileName },
  })
}
