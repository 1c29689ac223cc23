import type { LegalSection } from '../legal-document.ts'

export const termsConfidentialityEs: LegalSection = {
  id: 'confidentiality',
  heading: 'Confidencialidad',
  blocks: [],
  sections: [
    {
      id: 'confidential-information',
      heading: 'Qué es confidencial',
      blocks: [
        '“Información Confidencial” es lo que usted conoce por medio del Servicio y está señalado como confidencial o lo parecería a cualquier persona sensata. Comprende la Información de Clientes, los mensajes y registros de las Organizaciones, y la información sobre el diseño y la seguridad del Servicio que no se ha publicado. No comprende la información que:',
        {
          list: [
            'es pública, o llega a serlo, sin culpa suya;',
            'usted conocía antes lícitamente, o recibió lícitamente de quien podía dársela;',
            'usted elaboró por su cuenta sin usar Información Confidencial.',
          ],
        },
        'La Información de Clientes nunca queda comprendida en estas excepciones por el solo hecho de que una parte se conozca en otro lugar.',
      ],
    },
    {
      id: 'confidentiality-duties',
      heading: 'Sus deberes',
      blocks: [
        'Usted usará la Información Confidencial solo para los fines del Servicio, la guardará al menos con el mismo cuidado que la suya y nunca con menos que un cuidado razonable, y la revelará solo a quienes tienen derecho a ella y la necesitan. Si un tribunal o una autoridad le exige revelarla, avisará antes al Proveedor, en la medida en que la ley lo permita, y revelará solo lo imprescindible. Cuando su acceso termine, devolverá o destruirá lo que conserve, salvo que la ley o el deber de su Organización de llevar registros le exijan conservarlo.',
        'Nada en estos términos prohíbe denunciar un delito, un maltrato o un abandono, ni hablar con un organismo público cuando la ley lo protege.',
      ],
    },
    {
      id: 'confidentiality-duration',
      heading: 'Cuánto duran los deberes',
      blocks: [
        'Las obligaciones de confidencialidad comienzan cuando usa el Servicio por primera vez y duran 5 años después de que termine su acceso. Cuando una ley proteja por más tiempo la Información de Clientes, duran lo que esa ley disponga.',
      ],
    },
  ],
}
