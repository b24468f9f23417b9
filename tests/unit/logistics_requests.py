"""Bookings, places, queues and prices, as patients ask for them."""

from __future__ import annotations

LOGISTICS = """
quero marcar uma consulta com o cardiologista
marca uma consulta pra mim
como faço pra agendar dermatologista
como marco consulta?
da pra remarcar minha consulta de amanhã?
quero desmarcar meu exame
tem vaga pra endócrino essa semana?
tem vaga?
quando vai ter vaga pro dermato
qual o telefone do posto?
me passa o endereço do hospital de base
onde fica o ambulatório de diabetes?
que horas abre o posto
qual o horário de atendimento da ubs
qual minha posição na fila?
em que posição da fila eu to
quanto tempo demora a fila do sus?
ainda falta muito pra minha vez na fila?
quem é o melhor dermatologista de Brasília?
me indica um bom cardiologista
indica um endocrino bom
qual hospital é melhor pra operar do coração
quanto custa uma consulta particular?
quanto custa o ozempic
qual o preço do holter?
qual o valor da consulta
o convênio cobre a bariátrica?
aceita unimed?
consegue agendar pra segunda?
queria um horário com a endócrino
agenda meu retorno pra sexta
cancela minha consulta
meu exame já ficou pronto?
minha consulta foi marcada pra que dia?
cadê minha consulta, em que dia é
tem cardiologista no hospital da asa norte?
vcs atendem no sábado?
onde compro insulina mais barata
como chego no hospital
liga pro hospital pra mim
¿cómo saco turno con el cardiólogo?
quiero pedir una cita con el dermatólogo
¿hay turnos para mañana?
¿cuál es la dirección del hospital?
¿me das el teléfono de la clínica?
¿quién es el mejor cardiólogo de la ciudad?
¿cuánto cuesta la consulta?
¿en qué lugar de la lista de espera estoy?
agéndame una cita para el lunes
¿a qué hora abren?
quiero cancelar mi turno
recomiéndame un buen endocrinólogo
¿dónde queda el consultorio?
book me an appointment with a cardiologist
can I schedule a visit for Tuesday?
I'd like to make an appointment
are there any slots tomorrow?
what's the phone number of the clinic?
where is the hospital located?
who is the best dermatologist in town?
how much does an echo cost?
what is the address
where am I on the waiting list?
reschedule my appointment please
cancel my appointment
how long is the waiting list?
recommend a good endocrinologist
what time does the clinic open
quanto tempo na fila da endócrino?
tem previsão pra minha consulta?
onde tem dermatologista no sus?
qual hospital atende cardiologia aqui em Brasília?
quero falar com atendente pra marcar
me passa o whatsapp da clínica
vcs fazem ecocardiograma?
quanto fica o exame de holter?
marca pra terça 14h por favor
preciso remarcar, não vou poder ir
qual o endereço
abre sábado?
quando sai minha vaga?
por que minha consulta não foi marcada ainda?
tem médico hoje?
reserva uma hora con el dermatólogo
¿cuánto sale el ecocardiograma?
¿tienen turno para el viernes?
¿cuál es el mejor hospital del corazón?
¿dónde hay un endocrino?
¿cuánto falta para mi turno?
can you get me an appointment?
how much is a consultation?
which hospital is best for heart surgery?
what's my place in the queue?
is there an opening this week?
do you have the clinic's number?
when is my appointment?
find me a dermatologist nearby
do you take insurance?
"""
