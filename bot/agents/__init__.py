"""Who answers: the specialty agents and the general one."""
