from tests.integration.test_own_foods import *
async def test_show(talking):
    await talking.say(SMOOTHIE+"; rende 350 g; 1 copo = 200 g")
    for t in ["/registrar 1 copo descartável de vitamina da manhã","/registrar 1 copo de vitamina da manhã", "comi 1 copo descartável de vitamina da manhã"]:
        for r in await talking.say(t): print(r.text); print(labels(r))
