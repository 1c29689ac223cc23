import i18next from 'i18next'
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError, NOT_CONFIRMED } from './api.ts'
import { focusFirstMistake } from './focus-first-mistake.ts'

type Values = Record<string, unknown>
export type Errors = Record<string, string>

/** A form's state, based on and validated by a contract. Values stay as entered until they are sent. */
export interface ContractForm<Shape extends z.ZodRawShape = z.ZodRawShape> {
  contract: z.ZodObject<Shape>
  /** The area whose texts contain the Spanish labels and the option names. */
  texts: string
  values: Values
  errors: Errors
  isSending: boolean
  set: (name: string, value: unknown) => void
  /** Shows errors found elsewhere; the first of their fields receives the focus. */
  setErrors: (errors: Errors) => void
  /** Validates all fields (or the given ones) and shows the errors; true if there are none. */
  check: (names?: string[]) => boolean
  submit: (event?: FormEvent) => Promise<void>
}

export interface FormOptions<Shape extends z.ZodRawShape> {
  contract: z.ZodObject<Shape>
  texts: string
  initial: Values
  /** Rules across fields; their errors are added to the contract's. */
  rules?: (values: Values) => Errors
  onSubmit: (values: z.output<z.ZodObject<Shape>>) => Promise<void>
  /** Called if the form has errors and nothing was sent. */
  onInvalid?: (errors: Errors) => void
  /** Called with a failure that does not belong to a field. */
  onFailure?: (error: unknown) => void
}

/**
 * The text of an error in the reader's language: a key of the texts' messages, or the text itself. A message of another
 * feature names its texts: `safe-contact/unsafe`.
 */
export function errorText(message: string, area = 'platform') {
  const [named, own] = message.split('/', 2)
  if (own && i18next.exists(`${named}:message.${own}`)) return i18next.t(`${named}:message.${own}`)
  for (const key of [`${area}:message.${message}`, `platform:message.${message}`])
    if (i18next.exists(key)) return i18next.t(key)
  return message
}

/** The errors that a refused call names, by their fields; none for any other failure. */
export const fieldErrorsOf = (error: unknown, area: string): Errors =>
  error instanceof ApiError
    ? Object.fromEntries(error.errors.map(({ path, message }) => [path, errorText(message, area)]))
    : {}

function issueText(issue: z.core.$ZodIssue, value: unknown, area: string) {
  if (value === '' || value === undefined || value === null) return i18next.t('platform:form.required')
  if (issue.code === 'too_big') return i18next.t('platform:message.too-long', { max: issue.maximum })
  if (issue.code === 'too_small')
    return issue.minimum === 1
      ? i18next.t('platform:form.required')
      : i18next.t('platform:message.too-short', { min: issue.minimum })
  if (issue.code === 'invalid_format' && issue.format === 'email') return i18next.t('platform:message.email-format')
  if (
    issue.code === 'custom' ||
    (issue.code === 'invalid_format' && i18next.exists(`platform:message.${issue.message}`))
  )
    return errorText(issue.message, area)
  return i18next.t('platform:message.invalid')
}

/** Empty inputs become null if the field is nullable, and are left out if it is optional. */
function withoutBlanks(contract: z.ZodObject, values: Values) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const schema = contract.shape[name] as z.ZodType | undefined
      if (value !== '' || !schema) return [[name, value]]
      if (schema.safeParse(null).success) return [[name, null]]
      return schema.safeParse(undefined).success ? [] : [[name, value]]
    }),
  )
}

export function useContractForm<Shape extends z.ZodRawShape>(options: FormOptions<Shape>): ContractForm<Shape> {
  const { contract, texts } = options
  const [values, setValues] = useState<Values>(options.initial)
  const [errors, setErrors] = useState<Errors>({})
  const [isSending, setSending] = useState(false)
  const sending = useRef(false)

  const findErrors = () => {
    const parsed = contract.safeParse(withoutBlanks(contract as z.ZodObject, values))
    const found: Errors = {}
    for (const issue of parsed.error?.issues ?? [])
      found[issue.path.join('.')] ??= issueText(issue, values[String(issue.path[0])], texts)
    return { parsed, found: { ...found, ...options.rules?.(values) } }
  }
  const check = (names?: string[]) => {
    const { found } = findErrors()
    const shown = names
      ? Object.fromEntries(Object.entries(found).filter(([path]) => names.includes(path.split('.')[0] ?? '')))
      : found
    setErrors(shown)
    return Object.keys(shown).length === 0
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (sending.current) return
    const { parsed, found } = findErrors()
    setErrors(found)
    if (Object.keys(found).length || !parsed.success) {
      focusFirst(found)
      return options.onInvalid?.(found)
    }
    sending.current = true
    setSending(true)
    try {
      await options.onSubmit(parsed.data as z.output<z.ZodObject<Shape>>)
    } catch (error) {
      // The person canceled the confirmation of their identity: this is not an error, and their input stays.
      if (error instanceof ApiError && error.code === NOT_CONFIRMED) return
      const told = fieldErrorsOf(error, texts)
      if (Object.keys(told).length) showErrors(told)
      options.onFailure?.(error)
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  const showErrors = (found: Errors) => {
    setErrors(found)
    if (Object.keys(found).length) focusFirst(found)
  }
  const set = (name: string, value: unknown) => {
    setValues((v) => ({ ...v, [name]: value }))
    setErrors((e) =>
      Object.fromEntries(Object.entries(e).filter(([path]) => path !== name && !path.startsWith(`${name}.`))),
    )
  }
  return { contract, texts, values, errors, isSending, set, setErrors: showErrors, check, submit }
}

/** Elements in the page's head, such as the description, have names too. */
const focusFirst = (errors: Errors) => focusFirstMistake(document.body, Object.keys(errors))
