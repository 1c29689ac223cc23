import type { LegalDocument } from '../legal-document.ts'

export const confidentialityEs: LegalDocument = {
  name: 'confidentiality',
  language: 'es',
  title: 'Acuerdo de confidencialidad y no divulgación',
  introduction: [
    'En {product} usted puede ver información que pertenece a otras personas. Este breve acuerdo entre usted y la organización que opera {product} dice cómo tratarla. Se suma a los Términos y condiciones de acceso individual y a la Política de privacidad.',
  ],
  sections: [
    {
      id: 'what-is-confidential',
      heading: 'Qué es confidencial',
      blocks: [
        'Todo lo que conoce por medio de {product} sobre otra persona, una familia o una organización es confidencial, salvo que se haya publicado: nombres, datos de contacto, necesidades, derivaciones, mensajes, documentos, e incluso el hecho de que alguien pidió ayuda.',
      ],
    },
    {
      id: 'what-you-promise',
      heading: 'A qué se compromete',
      blocks: [
        {
          list: [
            'Miraré solo la información que tengo derecho a ver y que necesito.',
            'La usaré solo para obtener, dar o coordinar ayuda.',
            'No la contaré, mostraré, copiaré ni enviaré a nadie que no tenga derecho a ella.',
            'No revelaré mi contraseña ni mis códigos, y cerraré la sesión al terminar.',
            'Avisaré de inmediato a {email} si se perdió información, si se envió al lugar equivocado o si la vio alguien que no debía verla.',
          ],
        },
      ],
    },
    {
      id: 'your-own-information',
      heading: 'Su propia información',
      blocks: [
        'La información sobre usted mismo sigue siendo suya. Puede compartirla con quien quiera. {product} y sus organizaciones la tratan según la Política de privacidad y la comparten solo en la medida de su consentimiento.',
      ],
    },
    {
      id: 'when-disclosure-is-allowed',
      heading: 'Cuándo se permite revelar información',
      blocks: [
        'Puede revelar información si la persona afectada está de acuerdo o si la ley lo exige. Nada aquí le prohíbe denunciar un delito, un maltrato o un abandono, pedir ayuda en una emergencia, ni hablar con un organismo público cuando la ley lo protege.',
      ],
    },
    {
      id: 'how-long',
      heading: 'Cuánto dura',
      blocks: [
        'Estas obligaciones comienzan cuando las acepta y duran 5 años después de que termine su acceso, o más cuando una ley proteja la información por más tiempo. Si no las cumple, su acceso puede terminar y puede que deba responder por ello ante la ley.',
      ],
    },
  ],
}
