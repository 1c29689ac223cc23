import { z } from 'zod'
import { Day, line, paragraphs } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'
import { FormKey, type RowItem } from './form-definition.ts'

/** An address as people give it; at least one part is known. */
export const AddressAnswer = z
  .object({ street: line(200), city: line(100), state: line(50), postalCode: line(20) })
  .refine((address) => Object.values(address).some(Boolean), { error: 'empty-address' })
export type AddressAnswer = z.infer<typeof AddressAnswer>

type Item = RowItem & { items?: RowItem[] }

const amount = z.number().min(-1e9).max(1e9)
/** The most rows of a `repeat`. */
export const MOST_ROWS = 30

/** The answers to a question of kind `yes-no`, in the words of the forms. */
export const yesNo = [
  { value: true, text: { en: 'Yes', es: 'Sí' } },
  { value: false, text: { en: 'No', es: 'No' } },
]

/** An option of the question. */
const optionOf = ({ options }: Item) =>
  FormKey.refine((given) => options.some(({ key }) => key === given), { error: 'unknown-option' })

/** What may be an answer to a question. */
export function answerSchema(item: Item): z.ZodType {
  switch (item.kind) {
    case 'text':
      return paragraphs(4000, 1)
    case 'number':
      return amount
    case 'money':
      return amount.min(0).multipleOf(0.01)
    case 'date':
      return Day
    case 'yes-no':
      return z.boolean()
    case 'phone':
      return PhoneNumber
    case 'address':
      return AddressAnswer
    case 'choice':
      return optionOf(item)
    case 'choices':
      return z
        .array(optionOf(item))
        .min(1)
        .max(100)
        .refine((keys) => new Set(keys).size === keys.length, { error: 'twice' })
    case 'repeat':
      return z
        .array(rowSchema(item.items ?? []))
        .min(1)
        .max(MOST_ROWS)
    case 'note':
      return z.never()
  }
}

/** A row of a `repeat`; questions without an answer are omitted. */
const rowSchema = (items: RowItem[]) =>
  z.strictObject(
    Object.fromEntries(
      items
        .filter(({ kind }) => kind !== 'note')
        .map((each) => [each.key, each.isRequired ? answerSchema(each) : answerSchema(each).optional()]),
    ),
  )

/** An answer as JSON: text, number, true or false, keys of options, an address, or rows. */
export type AnswerValue = string | number | boolean | string[] | AddressAnswer | Record<string, unknown>[]

/** The answers of an intake by question; a question without an answer is omitted. */
export type Answers = Readonly<Record<string, unknown>>
