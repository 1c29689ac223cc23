import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Select } from '#ui/select.tsx'
import type { ContractForm } from './contract-form.ts'
import { PasswordField } from './password-field.tsx'
import { maskPhone } from './phone-mask.ts'

interface FieldProps<Shape extends z.ZodRawShape> {
  form: ContractForm<Shape>
  name: keyof Shape & string
  /** Instead of the contract's title. */
  label?: string
  description?: string
  disabled?: boolean
  readOnly?: boolean
  autoComplete?: string
  /** Options that come from data instead of the contract. */
  choices?: { value: string; label: string }[]
  /** Marks the field as required although the contract allows it to be empty. */
  required?: boolean
  /** When its dialog opens. */
  takesFocus?: boolean
  /** Whether the given label has its own asterisk. */
  withAsterisk?: boolean
}

interface Described {
  title: string
  format: string
  maxLength: number | undefined
  options: string[] | undefined
  kind: 'boolean' | 'number' | 'string'
  isRequired: boolean
}

/** What the contract defines for one field: label, limits, options, and whether it may be empty. */
function describeField(contract: z.ZodObject, name: string): Described {
  const schema = contract.shape[name] as z.ZodType
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as z.core.JSONSchema.JSONSchema
  const variants = (json.anyOf ?? []) as z.core.JSONSchema.JSONSchema[]
  const main = variants.find((v) => v.type !== 'null') ?? json
  const meta = { ...main, ...json, ...(z.globalRegistry.get(schema) as object | undefined) }
  const kind =
    main.type === 'boolean' ? 'boolean' : main.type === 'number' || main.type === 'integer' ? 'number' : 'string'
  const allowsEmpty =
    schema.safeParse(null).success ||
    schema.safeParse(undefined).success ||
    (kind === 'string' && schema.safeParse('').success)
  return {
    title: meta.title ?? name,
    format: String(meta.format ?? ''),
    maxLength: main.maxLength,
    options: (main.enum as string[] | undefined) ?? undefined,
    kind,
    isRequired: !allowsEmpty,
  }
}

/** One labeled control, based on the contract: a text input with limits, a select with options, or a checkbox. */
export function Field<Shape extends z.ZodRawShape>({
  form,
  name,
  label,
  choices,
  required,
  takesFocus,
  ...rest
}: FieldProps<Shape>) {
  const { t, i18n } = useTranslation([form.texts, 'platform'])
  const about = describeField(form.contract as z.ZodObject, name)
  const spanish =
    i18n.language === 'en'
      ? null
      : (t('fields', { ns: form.texts, returnObjects: true, defaultValue: {} }) as Record<string, string>)
  const isRequired = required ?? about.isRequired
  const title = label ?? spanish?.[about.title] ?? about.title
  const value = form.values[name]
  const common = {
    name,
    // What cannot be changed asks for nothing.
    label: isRequired || rest.readOnly ? title : `${title} (${t('platform:form.optional')})`,
    error: form.errors[name],
    withAsterisk: isRequired && !rest.readOnly,
    'aria-required': isRequired && !rest.readOnly,
    ...(takesFocus ? { 'data-autofocus': true } : {}),
    // A code field keeps the focus on submit, so the error must be announced.
    ...(about.format === 'code' ? { errorProps: { role: 'alert' } } : {}),
    ...rest,
  }
  if (about.kind === 'boolean')
    return (
      <Checkbox
        {...rest}
        name={name}
        label={title}
        error={form.errors[name]}
        checked={Boolean(value)}
        onChange={(e) => form.set(name, e.currentTarget.checked)}
      />
    )
  if (about.options || choices) {
    const data =
      choices ??
      about.options?.map((option) => ({
        value: option,
        label: t(`choices.${name}.${option}`, { ns: form.texts, defaultValue: option }),
      })) ??
      []
    return (
      <Select
        {...common}
        data-field={name}
        data={data}
        value={(value as string) || null}
        onChange={(v) => form.set(name, v ?? '')}
        placeholder={t('platform:form.choose')}
        clearable={!isRequired}
        searchable={data.length > 12}
        checkIconPosition="right"
        comboboxProps={{ withinPortal: true }}
      />
    )
  }
  if (about.kind === 'number')
    return (
      <NumberInput {...common} value={(value as number) ?? ''} onChange={(v) => form.set(name, v === '' ? null : v)} />
    )
  const text = { ...common, value: String(value ?? ''), maxLength: about.maxLength }
  if (about.format === 'password')
    return <PasswordField {...text} title={title} onChange={(e) => form.set(name, e.currentTarget.value)} />
  if (about.format === 'paragraphs')
    return <Textarea {...text} onChange={(e) => form.set(name, e.currentTarget.value)} />
  if (about.format === 'phone')
    return (
      <TextInput
        {...text}
        type="tel"
        inputMode="tel"
        placeholder="(###) ###-####"
        onChange={(e) => form.set(name, maskPhone(e.currentTarget.value))}
      />
    )
  if (about.format === 'code')
    return (
      <TextInput
        {...text}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(e) => form.set(name, e.currentTarget.value)}
      />
    )
  const type = about.format === 'date' ? 'date' : about.format === 'email' ? 'email' : 'text'
  return <TextInput {...text} type={type} onChange={(e) => form.set(name, e.currentTarget.value)} />
}
