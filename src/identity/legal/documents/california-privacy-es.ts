import type { LegalSection } from '../legal-document.ts'

export const californiaPrivacyEs: LegalSection = {
  id: 'california',
  heading: 'Derechos de privacidad en California',
  blocks: [
    'Esta parte es para los residentes de California y se suma al resto de la política. Sigue la Ley de Privacidad del Consumidor de California de 2018 y la sección 1798.83 del Código Civil de California. Las palabras que esas leyes definen tienen el sentido que ellas les dan. Cuando las leyes no se nos apliquen, por ejemplo porque actuamos para una organización sin fines de lucro o un organismo público, igualmente procuraremos atender su solicitud.',
    'En los últimos doce meses podemos haber recopilado estas categorías de información personal, de las fuentes y con los fines antes descritos: identificadores como el nombre, el correo electrónico y la dirección de red; datos de contacto; características protegidas por la ley, cuando una organización las registró para poder ayudar; actividad dentro del portal; información profesional como el cargo y el empleador; y los audios o imágenes que usted adjuntó. La divulgamos con fines operativos a los destinatarios antes mencionados. No vendimos información personal de nadie, incluidos los menores de 16 años, ni tenemos planes de hacerlo.',
  ],
  sections: [
    {
      id: 'right-to-know',
      heading: 'Derecho a saber',
      blocks: [
        'Puede pedirnos, hasta dos veces en un período de doce meses y sin costo, que le comuniquemos respecto de los doce meses anteriores a su solicitud:',
        {
          list: [
            'las categorías de información personal que recopilamos sobre usted;',
            'las categorías de fuentes de las que la recopilamos;',
            'el fin con que la recopilamos;',
            'las categorías de terceros a quienes la divulgamos y qué se divulgó a cada una;',
            'los datos personales concretos que tenemos sobre usted, en un formato que pueda llevarse.',
          ],
        },
        'Confirmaremos su solicitud en un plazo de 10 días hábiles y la responderemos en un plazo de 45 días. Si necesitamos más tiempo, le diremos por qué y responderemos en un total de 90 días. No enviaremos contraseñas, respuestas de seguridad ni números expedidos por una autoridad.',
      ],
    },
    {
      id: 'right-to-deletion',
      heading: 'Derecho a la eliminación',
      blocks: [
        'Puede pedirnos que eliminemos la información personal que recopilamos de usted. Después de comprobar su identidad, la eliminaremos e indicaremos a las empresas que trabajan para nosotros que la eliminen, salvo que se aplique una de las excepciones siguientes. Rigen los mismos plazos que para el derecho a saber.',
      ],
    },
    {
      id: 'exceptions-to-deletion',
      heading: 'Excepciones a las solicitudes de eliminación',
      blocks: [
        'Podemos conservar información, y le diremos que lo hacemos, cuando nosotros o las empresas que trabajan para nosotros la necesitemos:',
        {
          list: [
            'para completar aquello para lo que se recopiló, prestar un servicio que usted pidió o cumplir un acuerdo con usted;',
            'para detectar incidentes de seguridad, proteger contra actos maliciosos, engañosos o ilícitos, o perseguir a sus responsables;',
            'para encontrar y reparar errores que afecten el funcionamiento previsto del portal;',
            'para ejercer la libertad de expresión, o garantizar que otra persona ejerza ese u otro derecho que le reconoce la ley;',
            'para cumplir la Ley de Privacidad de las Comunicaciones Electrónicas de California;',
            'para una investigación de interés público que respete todas las demás normas de ética y privacidad, si usted la aceptó y la eliminación la haría imposible o la perjudicaría gravemente;',
            'para usos internos acordes con lo que usted puede esperar de su relación con nosotros;',
            'para cumplir una obligación legal, como el deber de conservar registros de atención;',
            'para otros usos internos y lícitos compatibles con el contexto en que usted la dio.',
          ],
        },
      ],
    },
    {
      id: 'protection-against-discrimination',
      heading: 'Protección contra la discriminación',
      blocks: [
        'No recibirá un trato peor por haber ejercido uno de estos derechos. No le negaremos servicios, no le daremos un servicio de menor calidad, no le pediremos un precio ni insinuaremos que algo de eso pueda ocurrir. Ninguna organización de {product} puede negar su ayuda por una solicitud de este tipo. Tenga en cuenta que cierta ayuda no puede darse sin la información de la que depende.',
      ],
    },
    {
      id: 'direct-marketing',
      heading:
        'Derecho a solicitar que se divulgue qué información se compartió con terceros para mercadotecnia directa',
      blocks: [
        'Una vez por año calendario, y sin costo, un residente de California puede preguntarnos qué información personal compartimos en el año anterior con terceros para la mercadotecnia directa de estos, y los nombres y direcciones de esos terceros. No compartimos información personal con ese fin. Si desea que se lo confirmemos, escríbanos con el asunto “Derechos de privacidad en California” y le responderemos en un plazo de 30 días.',
      ],
    },
    {
      id: 'contact',
      heading: 'Contacto',
      blocks: [
        'Para cada uno de estos derechos, y para cualquier otra pregunta sobre privacidad, escriba a {email}. Indique qué solicita y en qué estado vive. Para protegerle, comprobaremos su identidad antes de responder: compararemos lo que nos diga con lo que tenemos y, si tiene una cuenta, podremos pedirle que inicie sesión. No necesita una cuenta para hacer una solicitud.',
        'Puede nombrar a una persona para que actúe por usted. En ese caso le pediremos su permiso firmado, y podremos pedirle que nos confirme usted mismo su identidad.',
      ],
    },
  ],
}
