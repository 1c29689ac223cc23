import { AddressField } from './address-field.tsx'
import { OneField, SeveralField } from './choice-field.tsx'
import classes from './form-fields.module.css'
import type { QuestionProps } from './question.ts'
import { useFrame } from './question-frame.tsx'
import { TypedField } from './typed-field.tsx'

/** The field of one question, by its kind. */
export function AnswerField(props: QuestionProps) {
  switch (props.item.kind) {
    case 'choice':
    case 'yes-no':
      return <OneField {...props} />
    case 'choices':
      return <SeveralField {...props} />
    case 'address':
      return <AddressField {...props} />
    case 'note':
      return <Note {...props} />
    default:
      return <TypedField {...props} />
  }
}

function Note(props: QuestionProps) {
  const { label, description } = useFrame(props)
  return (
    <div className={classes.note}>
      <p>{label}</p>
      {description && <p>{description}</p>}
    </div>
  )
}
